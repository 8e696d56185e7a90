import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
// @ts-expect-error A part of Prisma without types.
import { QueryCompiler } from '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs';

type Compile = (this: unknown, query: string) => object;

let isShared = false;

/**
 * Lets the clients of Prisma in all test processes share their query plans. Each client compiles a
 * query when it first sends it; here, each test file opens clients of its own. A plan depends on the
 * query and on the schema, which all of them have in common. The processes of a run share the plans
 * through files in a folder.
 */
export function shareQueryPlans(runFolder: string): void {
  if (isShared) return;
  isShared = true;
  const folder = join(runFolder, 'query-plans');
  mkdirSync(folder, { recursive: true });
  const prototype: { compile: Compile; compileBatch: Compile } = QueryCompiler.prototype;
  prototype.compile = remembering(prototype.compile, join(folder, 'single-'));
  prototype.compileBatch = remembering(prototype.compileBatch, join(folder, 'batch-'));
}

function remembering(compile: Compile, prefix: string): Compile {
  const plans = new Map<string, object>();
  return function (query) {
    const known = plans.get(query);
    if (known !== undefined) return known;
    const file = prefix + createHash('sha256').update(query).digest('hex');
    const plan = storedIn(file) ?? stored(file, compile.call(this, query));
    plans.set(query, plan);
    return plan;
  };
}

/** The plan that another process stored; null if no process did. */
function storedIn(file: string): object | null {
  try {
    return deserialize(readFileSync(file));
  } catch {
    return null;
  }
}

/** Stores a plan at once, because another process may read the file at any time. */
function stored(file: string, plan: object): object {
  writeFileSync(`${file}.${process.pid}`, serialize(plan));
  renameSync(`${file}.${process.pid}`, file);
  return plan;
}
