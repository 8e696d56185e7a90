// @ts-expect-error A part of Prisma without types.
import { QueryCompiler } from '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs';

type Compile = (this: unknown, query: string) => object;

let isShared = false;

/**
 * Lets the clients of Prisma in this process share their query plans. Each client compiles a query
 * when it first sends it; here, each test file opens clients of its own. A plan depends on the query
 * and on the schema, which all of them have in common.
 */
export function shareQueryPlans(): void {
  if (isShared) return;
  isShared = true;
  const prototype: { compile: Compile; compileBatch: Compile } = QueryCompiler.prototype;
  prototype.compile = remembering(prototype.compile);
  prototype.compileBatch = remembering(prototype.compileBatch);
}

function remembering(compile: Compile): Compile {
  const plans = new Map<string, object>();
  return function (query) {
    const known = plans.get(query);
    if (known !== undefined) return known;
    const plan = compile.call(this, query);
    plans.set(query, plan);
    return plan;
  };
}
