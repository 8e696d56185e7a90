import { DELETED_NAME } from '../../registry/deleted-user.js';
import type { Locale } from '../../registry/error-texts.js';
import { KIT_TEXTS } from './texts.js';

/** The members of an author that a page names. */
interface NamedAuthor {
  readonly username: string;
  readonly displayName: string;
  readonly profileUrl: string | null;
}

/**
 * The name of an author for people: the display name, or else the username. The name of a deleted
 * user is a text of the service, so it is in the language of the page.
 */
export function authorName(author: NamedAuthor, locale: Locale): string {
  const { displayName, username, profileUrl } = author;
  // Users can choose any name, and a deleted one has no profile.
  if (displayName === DELETED_NAME && profileUrl === null) return KIT_TEXTS[locale].deletedUser;
  return displayName || username;
}
