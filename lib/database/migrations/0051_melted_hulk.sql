-- accepted index: nothing looks by it; what the version before sends has no key twice
DROP INDEX "batch_rows_batch_id_key_index";
