/** A business module, the score that its tests must reach, and other test folders that exercise it. */
export interface MutatedModule {
  name: string;
  targetPercent: number;
  alsoTestedBy?: string[];
}

export const MUTATED_MODULES: MutatedModule[] = [
  { name: 'money', targetPercent: 90, alsoTestedBy: ['invoices'] },
  { name: 'payments', targetPercent: 90 },
  { name: 'inventory', targetPercent: 90 },
  { name: 'orders', targetPercent: 90, alsoTestedBy: ['owner-notices'] },
  { name: 'cart', targetPercent: 85 },
  { name: 'checkout', targetPercent: 85, alsoTestedBy: ['orders'] },
  { name: 'invoices', targetPercent: 85 },
  { name: 'exchanges', targetPercent: 85 },
  { name: 'auth', targetPercent: 85 },
  { name: 'account', targetPercent: 85 },
  { name: 'import', targetPercent: 85 },
];
