import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../release.js';

/** A file that pages load. Its name contains a hash of its content, so caches keep it. */
export interface SiteAsset {
  /** The beginning of the file name, the same in every release. */
  readonly name: string;
  /** The path on this origin. */
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const FOLDER = join(projectRoot(), 'src', 'platform', 'html', 'site');

/** The style of all pages: the style sheets of the folder `site` in the order of their names. */
export const STYLESHEET = assetOf('css', 'text/css; charset=utf-8');

/** The script of the public pages, from the folder `site`. Every page works without it. */
export const SCRIPT = assetOf('js', JAVASCRIPT);

/** The script of the pages that ask for a passkey. They never load the script of the site. */
export const PASSKEY_SCRIPT = namedAsset('passkeys', 'js', JAVASCRIPT);

/** The style of the masthead and the footer alone, for pages with a style of their own. */
export const FRAME_STYLE = ['00-tokens.css', '20-masthead.css']
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
  .join('\n');

function assetOf(extension: 'css' | 'js', type: string): SiteAsset {
  const text = readdirSync(FOLDER)
    .filter((name) => name.endsWith(`.${extension}`))
    .sort()
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    .join('\n');
  return { ...placeOf('site', extension, text), type, text };
}

function namedAsset(name: string, extension: 'js', type: string): SiteAsset {
  const text = readFileSync(join(FOLDER, 'named', `${name}.${extension}`), 'utf8');
  return { ...placeOf(name, extension, text), type, text };
}

function placeOf(name: string, extension: string, text: string) {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { name, path: `/assets/${name}-${hash}.${extension}` };
}
