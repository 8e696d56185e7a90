import type { Database } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';

const WITH_FILE = {
  reference: { include: { artifact: true } },
} satisfies Prisma.ReferenceValidationInclude;

/** An examination with its reference and file. */
export type Examination = Prisma.ReferenceValidationGetPayload<{ include: typeof WITH_FILE }>;

/** Reads an examination for the worker; null if it does not exist. */
export function readExamination(db: Database, id: string): Promise<Examination | null> {
  return db.referenceValidation.findUnique({ where: { id }, include: WITH_FILE });
}
