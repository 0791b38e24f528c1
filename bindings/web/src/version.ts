/** The version of this package; the module has the same. */
export const version = '0.1.0';
