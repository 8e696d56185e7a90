import { Gauge, type Registry } from 'prom-client';

/** The progress of the verification of stored bytes. */
export interface VerificationCounts {
  /** Verified within the last day. */
  readonly verifiedBlobs: number;
  readonly verifiedBytes: number;
  /** Quarantined, because the store returned other bytes or none. */
  readonly corruptBlobs: number;
  /** The waiting time of the blob that has been due the longest. */
  readonly overdueSeconds: number;
}

/**
 * Registers the gauges of the verification. Returns a function that sets them; null removes them.
 */
export function verificationGauges(
  register: Registry,
): (counts: VerificationCounts | null) => void {
  const registers = [register];
  const gauges = {
    verifiedBlobs: new Gauge({
      name: 'modport_verified_blobs',
      help: 'Stored files whose bytes were read and found right within the last day.',
      registers,
    }),
    verifiedBytes: new Gauge({
      name: 'modport_verified_bytes',
      help: 'Bytes of stored files that were read and found right within the last day.',
      registers,
    }),
    corruptBlobs: new Gauge({
      name: 'modport_corrupt_blobs',
      help: 'Stored files in quarantine: the store gave other bytes than were published, or none.',
      registers,
    }),
    overdueSeconds: new Gauge({
      name: 'modport_verification_overdue_seconds',
      help: 'How long the stored file that is due for the longest time waits to be read again.',
      registers,
    }),
  };
  return (counts) => {
    for (const [name, gauge] of Object.entries(gauges)) {
      gauge.reset();
      if (counts) gauge.set(counts[name as keyof VerificationCounts]);
      else gauge.remove();
    }
  };
}
