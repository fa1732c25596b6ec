/** The default of `WEB_VITALS_PERCENT`. Pages must be small, so they contain only values other than this. */
export const DEFAULT_MEASURED_PERCENT = 5;
