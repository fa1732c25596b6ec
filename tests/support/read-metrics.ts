export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The samples in a text in Prometheus's format. */
export function parseMetrics(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', inner = '', value = ''] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)/i.exec(line) ?? [];
    const labels = [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text] as const);
    return { name, labels: Object.fromEntries(labels), value: Number(value) };
  });
}

/** Sum over all series of this name that have these labels. */
export function total(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const matches = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return matches.reduce((sum, { value }) => sum + value, 0);
}
