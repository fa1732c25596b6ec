/** The default of `WEB_VITALS_PERCENT`. Pages contain only a different value, because they must be small. */
export const MEASURED_PERCENT = 5;
