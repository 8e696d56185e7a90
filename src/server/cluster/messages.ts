import { z } from 'zod';

/** The ports of the shared listener. */
export const PORTS = z.object({ port: z.int(), adminPort: z.int().nullable() });

/** The message of the primary process that the shared parts are open. */
export const OPENED = z.object({
  databaseUrl: z.string(),
  requestConnections: z.int(),
  planThreads: z.int(),
  ports: PORTS,
});

/** The end of a process, as it explains it to the primary process. */
export const FAILURE = z.object({ text: z.string(), exitCode: z.int() });

/** Whether a process also reads the metrics that all processes share. */
export const METRIC_SOURCES = z.enum(['all', 'own']);

/** A page of metrics of all processes. */
export const PAGE = z.object({ contentType: z.string(), body: z.string() });
