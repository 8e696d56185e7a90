import { LIMITS } from '../../../registry/limits.js';
import type { Texts } from '../../../request/scalars.js';

/** Common Latin transliteration of Cyrillic, so that Russian titles give slugs. */
const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
};

/**
 * Derives a slug from a title, preferably the English one. Returns `mod` if the title has no usable
 * letters.
 */
export function slugOf(title: Texts): string {
  const text = title['en'] ?? Object.values(title)[0] ?? '';
  const latin = [...text.toLowerCase()].map((letter) => LATIN[letter] ?? letter).join('');
  const slug = latin
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LIMITS.slugCharacters - 10)
    .replace(/^-+|-+$/g, '');
  return slug || 'mod';
}
