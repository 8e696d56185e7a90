import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vitest/config';
import { projectRoot } from '../src/platform/release.js';

const ROOT = projectRoot();
// Below node_modules, so that the programs can import libraries.
const OUTPUT = join(ROOT, 'node_modules', '.cache', 'modport-threads');
const THREAD = /new URL\('(\.\/[\w/-]+)\.js', import\.meta\.url\)/g;
/** The calls that start a thread, and the folders in which sources may contain them. */
const STARTS = /new Worker\(|threadProgram[<(]/;
const FOLDERS = ['src', 'test'];
const IMPORT = /from ["'](\.{1,2}\/[\w./-]+)\.js["']/g;

/**
 * Threads start from a file, and Node does not run TypeScript. This plugin transpiles the program
 * of a thread with its imports, and replaces the program's address in the source that starts it.
 */
export function threadPrograms(): Plugin {
  return {
    name: 'thread-programs',
    enforce: 'pre',
    transform(code, id) {
      const isOurs = FOLDERS.some((folder) => id.startsWith(join(ROOT, folder)));
      if (!isOurs || !STARTS.test(code)) return null;
      return code.replace(THREAD, (_, path: string) => {
        const source = resolve(dirname(id), `${path}.ts`);
        return `new URL(${JSON.stringify(`file://${transpile(source)}`)})`;
      });
    },
  };
}

function transpile(source: string): string {
  const target = join(OUTPUT, relative(ROOT, source)).replace(/\.ts$/, '.js');
  const text = readFileSync(source, 'utf8');
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  for (const [, path] of outputText.matchAll(IMPORT)) {
    transpile(resolve(dirname(source), `${path}.ts`));
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
  return target;
}
