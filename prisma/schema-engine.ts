import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

// Node has it, but only the DOM library has its type, and this project does not use that library.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/**
 * The statements that turn the database at `url` into the one that `schema` (the text of a Prisma
 * schema) describes; empty if they are equal. Ignores everything that Prisma cannot express, such
 * as partial indexes, checks and functions.
 */
export async function sqlTowards(schema: string, url: string): Promise<string> {
  const engine = await openSchemaEngine(url);
  const files = [{ path: 'schema.prisma', content: schema }];
  const result = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return result.exitCode === 0 ? '' : (result.stdout ?? '');
}

/** Prisma's own engine on the database at `url`; the caller knows its methods. */
export async function openSchemaEngine(url: string): Promise<SchemaEngine> {
  const { SchemaEngine } = await loaded();
  const adapter = bindMigrationAwareSqlAdapterFactory(new Adapter(poolOf(url)));
  return SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
}

// Its JavaScript part keeps the instance in module state: one instance per process.
let loading: ReturnType<typeof load> | undefined;
const loaded = () => (loading ??= load());

// Prisma's own engine as WebAssembly from npm: no download, no native binary.
async function load() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const { resolve } = createRequire(import.meta.url);
  const folder = dirname(resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': { ...glue },
  });
  glue.__wbg_set_wasm(instance.exports);
  const begin = instance.exports['__wbindgen_start'];
  if (typeof begin !== 'function') throw new Error('the schema engine has another shape');
  begin();
  // If the engine panics, it reports the reason to this object, and settles no promise.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: panic } });
  return glue;
}

function panic(message: string): void {
  console.error(message);
  process.exit(1);
}

const CHAR = 18;
const MONEY = 790;

// Closes two gaps between the engine and PostgreSQL 18 (https://github.com/prisma/orm/issues/29635).
// The adapter does not know the catalog's one-byte "char". The catalog has no MONEY, so that type
// carries "char" through the adapter. The engine does not know the NOT NULL constraints that
// PostgreSQL 18 lists.
function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.query = new Proxy(pool.query, {
    async apply(query, self, args) {
      const result: pg.QueryArrayResult = await Reflect.apply(query, self, args);
      for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = MONEY;
      return result;
    },
  });
  return pool;
}

class Adapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query: SqlQuery): Promise<SqlResultSet> => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.Numeric ? ColumnTypeEnum.Character : type,
      );
      const kind = result.columnNames.indexOf('constraint_type');
      return { ...result, columnTypes, rows: result.rows.filter((row) => row[kind] !== 'n') };
    };
    return adapter;
  }
}
