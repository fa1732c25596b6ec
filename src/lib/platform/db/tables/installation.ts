export interface InstallationTables {
  installation_note: { name: string; value: string; at: number };
}
