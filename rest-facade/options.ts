import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Gateway } from '../src/graphql/gateway.js';
import type { LegalName } from '../src/platform/legal.js';
import type { Log } from '../src/platform/log.js';
import type { RecordedExamples } from './examples-source.js';
import type { FormReader } from './form-reader.js';
import type { Routes } from './route.js';
import type { RequestClient } from './routed-request.js';
import type { SharedReads } from './shared/shared-reads.js';

/** The parts that the facade needs. */
export interface FacadeOptions {
  readonly gateway: Gateway;
  readonly routes: Routes;
  /** All `.graphql` documents of the routes, joined. */
  readonly operationsSource: string;
  /** The examples in the OpenAPI document; without them it has none. */
  readonly examples?: RecordedExamples;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly log: Log;
  /** The legal texts that the footers of its pages link. */
  readonly legal?: readonly LegalName[];
  /** Runs the reads that are the same for all callers. */
  readonly sharedReads: SharedReads;
  /**
   * The headers of every response of the API. The server sets them before `serve`. The facade sets
   * them itself in `serveKnown`.
   */
  readonly commonHeaders?: OutgoingHttpHeaders;
  /**
   * Prepares a response of the API for compression, unless it is a shared read. Without it, nothing
   * else is compressed.
   */
  readonly compress?: (req: IncomingMessage, res: ServerResponse) => void;
  /** Receives the forms with files. */
  readonly forms: FormReader;
  /** Finds the client of a request; by default, its address is the peer of the socket. */
  readonly clientOf?: (req: IncomingMessage) => RequestClient;
  /** Called when a response has ended or its connection has closed, for metrics. */
  readonly observe?: (facts: RequestSummary) => void;
}

/** The result of a request. */
export interface RequestSummary {
  /** The operationId, or `mcp`. Null for documents and pages, and if nothing is at the address. */
  readonly operation: string | null;
  readonly method: string;
  /** As counted: 499 if the connection closed before the response (`countedStatus`). */
  readonly status: number;
  readonly seconds: number;
}
