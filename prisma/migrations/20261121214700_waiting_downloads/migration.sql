ALTER TYPE "GrantState" ADD VALUE 'waiting' BEFORE 'active';
