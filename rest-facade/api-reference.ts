import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ContentCoding, codingOf } from '../src/platform/http/content-coding.js';
import { readVariant, variantsFolder } from '../src/platform/http/serve-static.js';
import type { LegalName } from '../src/platform/legal.js';
import { problem } from '../src/registry/errors.js';
import { sendBytes, sendPublic, weakEtagOf } from './public-response.js';
import { type Asset, readAssets } from './reference/assets.js';
import { REFERENCE_POLICY, renderApiReference } from './reference/page.js';
import { requestIdOf } from './trace.js';

/**
 * The page that shows the OpenAPI document and can send requests. All its files come from the
 * service itself.
 */
interface ApiReference {
  sendPage(req: IncomingMessage, res: ServerResponse): void;
  /** Throws `not_found` for an unknown file. */
  sendAsset(req: IncomingMessage, res: ServerResponse, file: string): void;
}

/** The settings of the page. */
interface ApiReferenceOptions {
  /** The path of the OpenAPI document on the same origin. */
  readonly document: string;
  /** The legal texts that the footer links. */
  readonly legal: readonly LegalName[];
  /** The path of the files of the page, on the same origin. */
  readonly folder: string;
  /** The folder on disk with the compressed forms of these files, which the build creates. */
  readonly variants?: string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** For files: a file that a user opens directly may do nothing. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Creates the page. Reads its files now, and keeps them in memory. */
export function createApiReference(options: ApiReferenceOptions): ApiReference {
  const { document, folder, legal, variants = variantsFolder('reference') } = options;
  const assets = readAssets();
  const files = Object.values(assets).map((asset: Asset) => ({
    asset,
    ...formsOf(variants, asset),
  }));
  const byFile = new Map(files.map((file) => [file.asset.file, file]));
  const page = Buffer.from(renderApiReference({ document, folder, assets, legal }));
  const pageTag = weakEtagOf(hash('sha256', page, 'base64url'));
  return {
    sendPage(req, res) {
      // Revalidated every time: an old page would name removed files.
      sendPublic(req, res, page, pageTag, {
        ...commonHeaders(req, REFERENCE_POLICY),
        'Content-Type': 'text/html; charset=utf-8',
      });
    },
    sendAsset(req, res, file) {
      const found = byFile.get(file);
      if (!found) throw problem('not_found');
      const { asset } = found;
      const coding = codingOf(req);
      const encoded = coding && found[coding];
      sendBytes(req, res, 200, encoded ?? asset.bytes, {
        ...(encoded ? { 'Content-Encoding': coding } : {}),
        ...(found.br ? { Vary: 'Accept-Encoding' } : {}),
        ...commonHeaders(req, FILE_POLICY),
        'Content-Type': asset.contentType,
        'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
      });
    },
  };
}

/** The compressed forms of a file; null for a coding without one. */
function formsOf(variants: string, { file }: Asset): Record<ContentCoding, Buffer | null> {
  return { br: readVariant(variants, file, 'br'), gzip: readVariant(variants, file, 'gzip') };
}

function commonHeaders(req: IncomingMessage, policy: string) {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': requestIdOf(req),
  };
}
