import { Gauge, type Registry } from 'prom-client';

/** How far the verification of stored bytes is. */
export interface VerificationCounts {
  /** Read and found right within the last day. */
  readonly verifiedBlobs: number;
  readonly verifiedBytes: number;
  /** In quarantine, because the store gave other bytes or none. */
  readonly corruptBlobs: number;
  /** How long the blob that is due for the longest time has waited. */
  readonly overdueSeconds: number;
}

/** The gauges of verified bytes. Returns the function that sets them; null removes them. */
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
