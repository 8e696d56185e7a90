import { Gauge, type Registry } from 'prom-client';
import { LIMITS } from '../../registry/limits.js';
import type { DatabaseSizes } from '../database/sizes.js';
import type { DiskSpace } from '../folders.js';
import type { PartState } from '../parts.js';

/**
 * The sources of the gauges. Each is absent if it does not apply to the service. The values of
 * `sizes`, `isArchivingBroken` and `scannerAgeSeconds` are costly, so reads reuse them for
 * `metricsRareSeconds`.
 */
export interface CapacitySources {
  /** The space of the file system with DATA_DIR. */
  disk?(): Promise<DiskSpace>;
  sizes?(): Promise<DatabaseSizes>;
  /** Whether the write-ahead log cannot be archived; null if it is not archived at all. */
  isArchivingBroken?(): Promise<boolean | null>;
  /** The age of the signatures of the antivirus; null if it does not report one. */
  scannerAgeSeconds?(): Promise<number | null>;
  /** The states of all parts by name (`readParts`). */
  parts?(): Promise<Readonly<Record<string, PartState>>>;
  /** Whether the service refuses changes. */
  readonly readOnly?: boolean;
}

/**
 * Connects the source `call` with `show`, which sets its gauges; null means no values. Returns a
 * function of the type `U` that updates the gauges. It reuses values that are younger than
 * `everySeconds`.
 */
type Update<U> = <T>(
  name: string,
  show: (values: T | null) => void,
  call: () => Promise<T>,
  everySeconds?: number,
) => U;

/** Registers the gauges. Returns the functions that update them. */
export function createCapacityUpdates<U>(
  register: Registry,
  update: Update<U>,
  { disk, sizes, isArchivingBroken, scannerAgeSeconds, parts, readOnly }: CapacitySources,
): U[] {
  if (readOnly !== undefined) modeGauge(register, readOnly);
  const rarely = LIMITS.metricsRareSeconds;
  return [
    ...(disk ? [update('disk', diskGauge(register), disk)] : []),
    ...(sizes ? [update('sizes', sizeGauges(register), sizes, rarely)] : []),
    ...(isArchivingBroken
      ? [update<boolean | null>('archiving', archivingGauge(register), isArchivingBroken, rarely)]
      : []),
    ...(scannerAgeSeconds
      ? [update<number | null>('scanner', scannerGauge(register), scannerAgeSeconds, rarely)]
      : []),
    ...(parts ? [update('parts', partGauge(register), parts)] : []),
  ];
}

function modeGauge(register: Registry, readOnly: boolean): void {
  const gauge = new Gauge({
    name: 'modport_read_only',
    help: '1 if the service refuses changes.',
    aggregator: 'max',
    registers: [register],
  });
  gauge.set(readOnly ? 1 : 0);
}

function diskGauge(register: Registry) {
  const gauge = new Gauge({
    name: 'modport_disk_bytes',
    help: 'The file system with DATA_DIR: bytes in use, and bytes that the service can still use.',
    labelNames: ['state'],
    registers: [register],
  });
  return (space: DiskSpace | null): void => {
    gauge.reset();
    for (const [state, bytes] of Object.entries(space ?? {})) gauge.set({ state }, bytes);
  };
}

function sizeGauges(register: Registry) {
  const database = new Gauge({
    name: 'modport_database_bytes',
    help: 'Size of the database.',
    registers: [register],
  });
  const tables = new Gauge({
    name: 'modport_table_bytes',
    help: 'Size of the largest tables, with their indexes and partitions.',
    labelNames: ['table'],
    registers: [register],
  });
  return (sizes: DatabaseSizes | null): void => {
    database.reset();
    tables.reset();
    if (sizes) database.set(sizes.databaseBytes);
    else database.remove();
    for (const { table, bytes } of sizes?.tables ?? []) tables.set({ table }, bytes);
  };
}

function archivingGauge(register: Registry) {
  const gauge = new Gauge({
    name: 'modport_wal_archive_broken',
    help: '1 if PostgreSQL cannot archive its write-ahead log, or is late with it.',
    aggregator: 'max',
    registers: [register],
  });
  return (isBroken: boolean | null): void => {
    if (isBroken === null) gauge.remove();
    else gauge.set(isBroken ? 1 : 0);
  };
}

function scannerGauge(register: Registry) {
  const gauge = new Gauge({
    name: 'modport_scanner_age_seconds',
    help: 'Age of the signatures of the antivirus.',
    registers: [register],
  });
  return (seconds: number | null): void => {
    if (seconds === null) gauge.remove();
    else gauge.set(seconds);
  };
}

function partGauge(register: Registry) {
  const gauge = new Gauge({
    name: 'modport_part_up',
    help: '1 if a part of the service responds, also if it is degraded.',
    labelNames: ['part'],
    registers: [register],
  });
  return (parts: Readonly<Record<string, PartState>> | null): void => {
    gauge.reset();
    for (const [part, state] of Object.entries(parts ?? {})) {
      gauge.set({ part }, state === 'down' ? 0 : 1);
    }
  };
}
