export interface WebVitalTables {
  /** How often a metric had a value in this bucket, by Indian day (YYYY-MM-DD), kind of page and kind of device. */
  web_vital: { day: string; page: string; device: string; metric: string; bucket: number; times: number };
}
