export interface InstallationTables {
  /** What processes know of this installation: that it can be written to, which key it has, what was seen of it. */
  installation_note: { name: string; value: string; at: number };
}
