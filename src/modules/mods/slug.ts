import { LIMITS } from '../../registry/limits.js';
import type { Texts } from '../../request/scalars.js';

/** Cyrillic as it is commonly written in Latin letters, so that Russian titles give slugs. */
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

/** A slug from a title, English first; `mod` where nothing of the title can be written in one. */
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
