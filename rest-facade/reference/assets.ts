import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import libraryFolder from 'swagger-ui-dist/absolute-path.js';
import { onceFor } from '../../src/platform/concurrency.js';
import { FRAME_STYLE } from '../../src/platform/html/site-assets.js';
import { projectRoot } from '../../src/platform/release.js';

/** A file of the reference page. Its address contains a hash of its content. */
export interface Asset {
  /** The last segment of its address: its name and the beginning of its hash. */
  readonly file: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The files of the reference page, by their role. The library is Swagger UI. */
export interface Assets {
  readonly libraryStyle: Asset;
  /** The style of the masthead and the footer, and what this page adds. */
  readonly style: Asset;
  readonly library: Asset;
  readonly script: Asset;
}

/**
 * Reads the files of Swagger UI and of this project, once per process. No other file of their
 * folders is served.
 */
export const readAssets = onceFor((): Assets => {
  const ours = join(projectRoot(), 'rest-facade', 'reference');
  const library = libraryFolder();
  return {
    libraryStyle: readAsset(library, 'swagger-ui.css', 'text/css; charset=utf-8'),
    style: assetOf(
      'reference.css',
      'text/css; charset=utf-8',
      Buffer.from(`${FRAME_STYLE}\n${readFileSync(join(ours, 'reference.css'), 'utf8')}`),
    ),
    library: readAsset(library, 'swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    script: readAsset(ours, 'reference.js', 'text/javascript; charset=utf-8'),
  };
});

// The source maps of the library are not served, so the references to them are removed.
const SOURCE_MAP = /\n?\/[/*]# sourceMappingURL=\S+(?: *\*\/)?\s*$/;

function readAsset(folder: string, name: string, contentType: string): Asset {
  const text = readFileSync(join(folder, name), 'utf8').replace(SOURCE_MAP, '\n');
  return assetOf(name, contentType, Buffer.from(text));
}

function assetOf(name: string, contentType: string, bytes: Buffer): Asset {
  const file = name.replace('.', `-${hash('sha256', bytes, 'hex').slice(0, 16)}.`);
  return { file, contentType, bytes };
}
