import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import express, { type NextFunction, type RequestHandler } from 'express';
import send from 'send';
import { projectRoot } from '../release.js';
import { type ContentCoding, codingOf, variedByCoding } from './content-coding.js';

/** The file extension of each coding. */
const EXTENSION_OF: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz' };

/**
 * The folder with the compressed forms of a set of static files. `npm run build` writes it. A
 * program that runs from its sources has no such folder and sends uncompressed files.
 */
export function variantsFolder(set: 'playground' | 'reference' | 'dashboard'): string {
  return join(projectRoot(), 'dist', 'static', set);
}

/**
 * Reads the compressed form of a file. Null without a build, or if the form would not be smaller.
 */
export function readVariant(folder: string, file: string, coding: ContentCoding): Buffer | null {
  const path = join(folder, `${file}${EXTENSION_OF[coding]}`);
  return existsSync(path) ? readFileSync(path) : null;
}

/**
 * Serves a folder. Sends the compressed form of a file from `variants` (`variantsFolder`) if the
 * build wrote one and the request accepts it. Range requests get bytes of the original file, or 416
 * beyond its end. Each form has its own weak ETag. A path without a file goes to the next handler.
 */
export function serveStatic(folder: string, variants: string): RequestHandler {
  const made = filesIn(variants);
  const plain = express.static(folder, { index: false, redirect: false });
  return (req, res, next) => {
    // Express handles paths with escapes. No file of modport has such a name.
    const file = req.path.slice(1);
    const varies = made.has(`${file}.br`) || made.has(`${file}.gz`);
    if (!varies || !['GET', 'HEAD'].includes(req.method)) {
      plain(req, res, withoutFile(res, next));
      return;
    }
    res.setHeader('Vary', variedByCoding(String(res.getHeader('Vary') ?? '')));
    const coding = req.headers.range === undefined ? codingOf(req) : null;
    const variant = coding && `${file}${EXTENSION_OF[coding]}`;
    if (!variant || !made.has(variant)) {
      plain(req, res, withoutFile(res, next));
      return;
    }
    res.type(extname(file));
    res.setHeader('Content-Encoding', coding);
    send(req, variant, { root: variants, acceptRanges: false, cacheControl: true })
      .on('error', withoutFile(res, next))
      .pipe(res);
  };
}

/** Headers that describe a file and its bytes. */
const FILE_HEADERS = [
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'Content-Type',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
];

/** Passes an error on without the file's headers, because the error has its own body. */
function withoutFile(res: ServerResponse, next: NextFunction): NextFunction {
  return (error?: unknown) => {
    if (!error || res.headersSent) {
      next(error);
      return;
    }
    const size = res.getHeader('Content-Range');
    for (const name of FILE_HEADERS) res.removeHeader(name);
    if (size !== undefined && isUnsatisfiable(error)) refuseRange(res, size);
    else next(error);
  };
}

function isUnsatisfiable(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 416;
}

/**
 * 416 Range Not Satisfiable. No registered error has this status, and `Content-Range` tells the
 * client the size.
 */
function refuseRange(res: ServerResponse, size: number | string | readonly string[]): void {
  res.writeHead(416, { 'Content-Range': String(size), 'Content-Length': 0 }).end();
}

/** The paths of all files below a folder, with slashes; none if there is no such folder. */
function filesIn(folder: string, below = ''): ReadonlySet<string> {
  const entries = (() => {
    try {
      return readdirSync(join(folder, below), { withFileTypes: true });
    } catch {
      return [];
    }
  })();
  return new Set(
    entries.flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? [...filesIn(folder, path)] : [path];
    }),
  );
}
