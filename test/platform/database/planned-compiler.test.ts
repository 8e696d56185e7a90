import { expect, test } from 'vitest';
import {
  type Compiler,
  digestOf,
  plannedCompiler,
} from '../../../src/platform/database/plans/planned-compiler.js';

const OPTIONS = { datamodel: 'model A', provider: 'postgres', connectionInfo: {} };
const KNOWN = '{"modelName":"A","action":"findFirst"}';

/** A compiler with one known plan, and what it asked Prisma's compiler for. */
function compilerOf(options: object, digest = digestOf(OPTIONS)) {
  const asked: string[] = [];
  class Own implements Compiler {
    constructor(given: object) {
      asked.push(`new ${JSON.stringify(given)}`);
    }
    compile(query: string) {
      asked.push(query);
      return { compiled: query };
    }
    compileBatch(query: string) {
      asked.push(query);
      return { batch: query };
    }
    free() {
      asked.push('free');
    }
  }
  const plans = { [KNOWN]: '{"type":"known"}' };
  const load = () => {
    asked.push('load');
    return Own;
  };
  const Planned = plannedCompiler({ digest, plans, load });
  return { compiler: new Planned(options), asked };
}

test('a compiler returns a known plan without loading the one of Prisma', () => {
  const { compiler, asked } = compilerOf(OPTIONS);
  expect(compiler.compile(KNOWN)).toEqual({ type: 'known' });
  compiler.free();
  expect(asked).toEqual([]);
});

test('a compiler loads the one of Prisma once, for the first query without a known plan', () => {
  const { compiler, asked } = compilerOf(OPTIONS);
  expect(compiler.compile('another')).toEqual({ compiled: 'another' });
  expect(compiler.compile('toString')).toEqual({ compiled: 'toString' });
  expect(compiler.compileBatch(KNOWN)).toEqual({ batch: KNOWN });
  expect(compiler.compile(KNOWN)).toEqual({ type: 'known' });
  compiler.free();
  const created = `new ${JSON.stringify(OPTIONS)}`;
  expect(asked).toEqual(['load', created, 'another', 'toString', KNOWN, 'free']);
});

test('a compiler uses no known plan under another schema', () => {
  const { compiler } = compilerOf({ ...OPTIONS, datamodel: 'model A, B' });
  expect(compiler.compile(KNOWN)).toEqual({ compiled: KNOWN });
});
