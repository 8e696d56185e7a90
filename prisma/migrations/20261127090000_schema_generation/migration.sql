-- The newest generation of releases that has migrated this database; a start compares it with its own. Release 0.1 is
-- generation 0 and does not read it.
CREATE TABLE "schema_generation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "generation" INTEGER NOT NULL,

    CONSTRAINT "schema_generation_pkey" PRIMARY KEY ("id")
);
