import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { projectRoot } from '../platform/project-root.js';
import { type SecurityContact, securityTxt } from './security-txt.js';

const DAY_SECONDS = 24 * 60 * 60;

/** The API, files and what belongs to one person: nothing that a search engine should list. */
const ROBOTS = `User-agent: *
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
  .join('')}`;

/** Facts about this service in the files of the site. */
export interface SiteFacts {
  readonly publicUrl: string;
  /** Where people change their password. */
  readonly changePassword: string;
  readonly security: SecurityContact;
  now(): Date;
}

/** The files that browsers, password managers, search engines and security researchers look for. */
export function siteFiles({ publicUrl, changePassword, security, now }: SiteFacts): RequestHandler {
  const icon = readFileSync(join(projectRoot(), 'src', 'edge', 'favicon.ico'));
  const router = Router({ caseSensitive: true });
  router.get('/favicon.ico', (_req, res) => {
    res.set('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('image/x-icon').send(icon);
  });
  router.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('text/plain').send(ROBOTS);
  });
  router.get('/.well-known/change-password', (_req, res) => {
    res.set('Cache-Control', 'no-store').redirect(303, changePassword);
  });
  router.get('/.well-known/security.txt', (_req, res) => {
    const text = securityTxt(publicUrl, security, now());
    res.set('Cache-Control', 'public, max-age=300').type('text/plain').send(text);
  });
  return router;
}
