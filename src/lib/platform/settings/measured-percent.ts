/** The default of `WEB_VITALS_PERCENT`. Pages contain the setting only if it differs, because they must be small. */
export const DEFAULT_MEASURED_PERCENT = 5;
