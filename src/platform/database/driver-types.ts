import pg from 'pg';
import { Prisma } from './generated/client.js';

type Parse = (text: string) => unknown;

const { builtins, getTypeParser } = pg.types;

/** The types of arrays, which `pg` has no names for. */
const ARRAYS: Readonly<
  Record<'bytea' | 'text' | 'int8' | 'date' | 'timestamptz' | 'numeric', number>
> = {
  bytea: 1001,
  text: 1009,
  int8: 1016,
  date: 1182,
  timestamptz: 1185,
  numeric: 1231,
};

const parseTexts: (text: string) => (string | null)[] = getTypeParser(ARRAYS.text);

const parseBytes: (text: string) => Buffer = getTypeParser(builtins.BYTEA);

const listOf = (parse: Parse): Parse => {
  return (text) => parseTexts(text).map((it) => (it === null ? null : parse(it)));
};

/** PostgreSQL writes an offset of whole hours as `+00`, which JavaScript does not read. */
const instant: Parse = (text) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));

const day: Parse = (text) => new Date(`${text}T00:00:00Z`);
const bytes: Parse = (text) => Uint8Array.from(parseBytes(text));
const decimal: Parse = (text) => new Prisma.Decimal(text);

const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.BYTEA, bytes],
  [ARRAYS.bytea, listOf(bytes)],
  [builtins.INT8, BigInt],
  [ARRAYS.int8, listOf(BigInt)],
  [builtins.NUMERIC, decimal],
  [ARRAYS.numeric, listOf(decimal)],
  [builtins.DATE, day],
  [ARRAYS.date, listOf(day)],
  [builtins.TIMESTAMP, (text) => instant(`${text}+00`)],
  [builtins.TIMESTAMPTZ, instant],
  [ARRAYS.timestamptz, listOf(instant)],
]);

/**
 * Makes the driver return rows of the types that Prisma's raw queries have: bigints for 64-bit
 * numbers, `Prisma.Decimal` for decimals, `Uint8Array` for bytes, and dates in UTC for days and
 * times.
 */
export const ROW_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    PARSERS.get(type) ?? getTypeParser(type, format as 'text'),
};

/**
 * A value of a statement as the driver sends it. Decimals become text. Dates become text in UTC,
 * because the driver would write them in the zone of the process.
 */
export function sentValue(value: unknown): unknown {
  // PostgreSQL reads years of more than four digits without their sign.
  if (value instanceof Date) return value.toISOString().replace(/^\+0*/, '');
  if (value instanceof Prisma.Decimal) return value.toString();
  return Array.isArray(value) ? value.map(sentValue) : value;
}
