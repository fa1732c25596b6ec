export interface InstallationTables {
  /** Facts about the installation, such as which secret key it uses and which questions of the setup were answered. */
  installation_note: { name: string; value: string; at: number };
}
