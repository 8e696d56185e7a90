import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { ANY_UUID } from '../../../registry/patterns.js';

/**
 * A new username. It has only ASCII letters, digits, `_` and `-`, so no letters of other alphabets
 * and no control characters for the direction of text. It begins and ends with a letter or digit.
 * Accepts reserved names (`isReservedUsername`).
 */
export const newUsername = z
  .string()
  .max(LIMITS.usernameCharacters)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/)
  // A name in the form of an id could be confused with the account that has this id.
  .refine((name) => !ANY_UUID.test(name));

/**
 * Removes the differences between usernames that readers overlook: case, separators, and
 * look-alikes such as `l`, `I` and `1`. Two names with the same skeleton imitate each other. The
 * migration `account_links` computes the same in SQL.
 */
export function skeletonOf(username: string): string {
  return username
    .toLowerCase()
    .replace(/[_-]/g, '')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

/** Names that could pass for the service, its staff or a part of its addresses. */
const RESERVED_NAMES = `
  abuse account accounts admin administrator admins anonymous api auth billing bot cdn contact
  dashboard deleted dev docs example everyone former-user games ghost graphql guest guides help
  helpdesk hostmaster info legal localhost login mail mailer-daemon me media mod moderation
  moderator moderators modport mods new news nobody no-reply null oauth official operator
  operators owner password postmaster privacy root search security service settings sign-in
  sign-out sign-up staff status storage superuser support sysadmin system team terms test
  undefined unknown user username users webmaster www
`;
const RESERVED = new Set(RESERVED_NAMES.trim().split(/\s+/).map(skeletonOf));

/**
 * Whether only operators may create an account with this name: it looks like a reserved one, or
 * begins with the name of the service.
 */
export function isReservedUsername(username: string): boolean {
  const skeleton = skeletonOf(username);
  return RESERVED.has(skeleton) || skeleton.startsWith(skeletonOf('modport'));
}
