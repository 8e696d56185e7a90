-- An examination of an external file can find that stored bytes are infected.
ALTER TYPE "ScanCause" ADD VALUE 'reference';
