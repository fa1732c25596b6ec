/** The default of `WEB_VITALS_PERCENT`. Pages name only another one, because the longest have no bytes to spare. */
export const MEASURED_PERCENT = 5;
