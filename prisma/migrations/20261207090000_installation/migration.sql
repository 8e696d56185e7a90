-- The identity of this installation, which its stores name as their owner. The previous release does not read it.
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "identity" UUID NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

INSERT INTO "installation" ("identity") VALUES (gen_random_uuid());
