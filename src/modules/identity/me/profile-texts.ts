import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { hasInvisible } from '../../../request/invisible.js';
import { hasReordering } from '../../../request/texts.js';

/** The text about a user, in Markdown. An empty text becomes null. */
export const bioText = z
  .string()
  .trim()
  .max(LIMITS.bioCharacters)
  .refine((text) => !hasReordering(text))
  .transform((text) => text || null);

/**
 * A page of a user, as its normal form. The host shows readers where a link leads, so an address
 * with a user name before the host, without a domain, or with invisible characters is refused.
 */
const profileLink = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .max(LIMITS.urlCharacters)
  .refine((text) => !hasInvisible(text) && isPlain(text))
  .transform((text) => new URL(text).href);

function isPlain(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, port } = new URL(text);
  return username === '' && password === '' && port === '';
}

/** The pages of a user; each once. */
export const profileLinks = z
  .array(profileLink)
  .max(LIMITS.profileLinks)
  .transform((links) => [...new Set(links)]);
