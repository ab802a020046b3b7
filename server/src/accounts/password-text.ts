/** In no spelling is a password longer; texts that are made for it would take minutes to be normalized. */
const mostLength = 2_048;

/** The same password comes as other characters from another keyboard or system: composed (NFC) it is one. */
export const composedPassword = (password: string): string =>
  password.length > mostLength ? password : password.normalize('NFC');
