import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import express, { type NextFunction, type RequestHandler } from 'express';
import send from 'send';
import { codingOf, variedByCoding } from './content-coding.js';
import { EXTENSION_OF } from './static-variants.js';

/**
 * Serves a folder. Sends the compressed form of a file if the build wrote one and the request
 * accepts it. Range requests get bytes of the original file. Each form has its own weak ETag.
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
  ...['Content-Encoding', 'Content-Length', 'Content-Range', 'Content-Type'],
  ...['Accept-Ranges', 'ETag', 'Last-Modified'],
];

/** Passes an error on without the file's headers, because the error has its own body. */
function withoutFile(res: ServerResponse, next: NextFunction): NextFunction {
  return (error?: unknown) => {
    if (error && !res.headersSent) for (const name of FILE_HEADERS) res.removeHeader(name);
    next(error);
  };
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
