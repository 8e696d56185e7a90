import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const STATUS = graphql(`
  query SystemStatus {
    systemStatus {
      at
      release
      hasMirror
      parts {
        name
        state
      }
      queues {
        kind
        due
        scheduled
        running
        failed
        oldestDueSeconds
      }
      failedJobs {
        id
        kind
        attempts
        lastError
        failedAt
      }
      scanner {
        name
        signatures
        signaturesAt
        doubt
      }
      storage {
        provider
        blobs
        sizeBytes
        corruptBlobs
        overdueSeconds
      }
      mirror {
        provider
        missing
        faulty
      }
      search {
        engine
        isFallbackInUse
        waiting
        oldestWaitingSeconds
        rebuiltAt
        comparedAt
      }
      messages {
        events
        pending
        retrying
        exhausted
        disabled
        mailsWaiting
        mailsFailed
      }
    }
  }
`);

/**
 * The state of the service, for admins. `parts` says which external systems respond, and is never
 * null. Each group of facts, from `queues` to `messages`, is null if the service could not read it
 * in time. `mirror` is also null without a second store (`hasMirror`).
 */
export type SystemStatus = ResultOf<typeof STATUS>['systemStatus'];

/** Reads the state of the service. Throws the errors of `read`. */
export async function readSystem(signal?: AbortSignal): Promise<SystemStatus> {
  return (await read(STATUS, {}, signal)).systemStatus;
}
