/** The origin of the shop under test. */
export const E2E_ORIGIN = `http://127.0.0.1:${process.env.E2E_PORT}`;
