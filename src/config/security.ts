import { z } from 'zod';
import { takes } from './values.js';

/** No line breaks or blanks are possible, because each address is a line of `security.txt`. */
const CONTACT = /^(?:mailto:[^\s@,]+@[^\s@,]+|https:\/\/[^\s,]+|tel:\+?[\d-]+)$/;

/** The variables of `/.well-known/security.txt`. */
export const SECURITY_VARIABLES = {
  SECURITY_CONTACT: takes(
    'mailto:, https: or tel: addresses, with a comma between two',
    z
      .string()
      .transform((value) => value.split(',').map((contact) => contact.trim()))
      .pipe(z.array(z.string().regex(CONTACT)).min(1))
      .optional(),
  ),
  SECURITY_EXPIRES: takes(
    'a time such as 2027-06-30T00:00:00Z',
    z.iso
      .datetime({ offset: true })
      .transform((value) => new Date(value))
      .optional(),
  ),
};
