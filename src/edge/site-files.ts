import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { SIGN } from '../platform/html/icons.js';
import {
  PASSKEY_SCRIPT,
  SCRIPT,
  type SiteAsset,
  STYLESHEET,
} from '../platform/html/site-assets.js';
import type { Log } from '../platform/log.js';
import { projectRoot } from '../platform/release.js';
import { expiryWarning, type SecurityContact, securityTxt } from './security-txt.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Excludes the API, files and personal pages from search engines, and names the site map. */
const robotsOf = (publicUrl: string) => `User-agent: *
${[
  '/account',
  '/api/',
  '/dashboard',
  '/graphql',
  '/mirror/',
  '/oauth/',
  '/playground',
  '/storage/',
  '/v1/',
]
  .map((path) => `Disallow: ${path}\n`)
  .join('')}Sitemap: ${publicUrl}/sitemap.xml
`;

/** The facts of this service in the files of the site. */
export interface SiteFacts {
  readonly publicUrl: string;
  /** The page where users change their password. */
  readonly changePassword: string;
  readonly security: SecurityContact;
  readonly log: Log;
  now(): Date;
}

/**
 * Serves the files that browsers, password managers, search engines and security researchers
 * request: the icons, `/assets`, `robots.txt`, `change-password` and `security.txt`. Logs a warning
 * if `security.txt` expires soon or has expired.
 */
export function siteFiles(site: SiteFacts): RequestHandler {
  const icon = readFileSync(join(projectRoot(), 'src', 'edge', 'favicon.ico'));
  const robots = robotsOf(site.publicUrl);
  const router = Router({ caseSensitive: true });
  router.get('/favicon.ico', (_req, res) => {
    res.set('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('image/x-icon').send(icon);
  });
  router.get('/favicon.svg', (_req, res) => {
    res.set('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml').send(ICON);
  });
  const assets = [STYLESHEET, SCRIPT, PASSKEY_SCRIPT];
  for (const asset of assets) router.get(assetPattern(asset), sendAsset(asset));
  router.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('text/plain').send(robots);
  });
  router.get('/.well-known/change-password', (_req, res) => {
    res.set('Cache-Control', 'no-store').redirect(303, site.changePassword);
  });
  router.get('/.well-known/security.txt', securityFile(site));
  return router;
}

/**
 * The sign of modport as an SVG file, with its own colours, because an image in a file has no
 * access to those of the page.
 */
const ICON = SIGN.text
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('<rect ', '<rect fill="#4b3fd6" ')
  .replace('<path ', '<path stroke="#fff" ');

/** The addresses of an asset in this release and in others. */
function assetPattern({ name, path }: SiteAsset): RegExp {
  return new RegExp(`^/assets/${name}-[\\w-]{16}\\${path.slice(path.lastIndexOf('.'))}$`);
}

/**
 * Sends an asset. While two releases run, a page of one may load its assets from the other: it gets
 * the asset that is there, but no cache keeps it.
 */
function sendAsset({ path, type, text }: SiteAsset): RequestHandler {
  return (req, res) => {
    const isThis = req.path === path;
    res.set(
      'Cache-Control',
      isThis ? `public, max-age=${365 * DAY_SECONDS}, immutable` : 'no-store',
    );
    res.set({ 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' }).send(text);
  };
}

/**
 * Serves `security.txt` until it expires. Logs the warning at start, and at a request for the file
 * if it has changed.
 */
function securityFile({ publicUrl, security, log, now }: SiteFacts): RequestHandler {
  let warned: string | null = null;
  const warn = () => {
    const warning = expiryWarning(security, now());
    if (warning !== null && warning !== warned) log.warn({ part: 'security.txt' }, warning);
    warned = warning;
  };
  warn();
  return (_req, res, next) => {
    warn();
    const text = securityTxt(publicUrl, security, now());
    if (text === null) return next();
    res.set('Cache-Control', 'public, max-age=300').type('text/plain').send(text);
  };
}
