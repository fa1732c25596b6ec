/** The default of `WEB_VITALS_PERCENT`. Pages must be small, so they contain the value only if it differs. */
export const DEFAULT_MEASURED_PERCENT = 5;
