-- The job that ends abandoned accounts finds them without reading the verified ones.
CREATE INDEX "users_unverified" ON "users" ("created_at") WHERE "email" IS NULL AND "unverified_email" IS NOT NULL;
