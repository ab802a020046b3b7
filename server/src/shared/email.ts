const longest = 320;

/** One address as the mailer takes it: no list, no display name, no quoting. */
const oneAddress = /^[^\s<>,;:"()[\]\\@\p{Cc}]+@[^\s<>,;:"()@\p{Cc}]+$/u;

export const isEmailAddress = (text: string): boolean => text.length <= longest && oneAddress.test(text);
