DROP INDEX "entries_by_words";--> statement-breakpoint
CREATE INDEX "certificates_by_alias" ON "certificates" USING btree ("workspace_id",(lower(alias) collate "C"));--> statement-breakpoint
CREATE INDEX "certificates_by_given_alias" ON "certificates" USING btree ("workspace_id",(lower(certificate_alias) collate "C")) WHERE certificate_alias <> alias;--> statement-breakpoint
CREATE INDEX "link_mails_by_address" ON "link_mails" USING btree ("workspace_id",(lower(address) collate "C"));--> statement-breakpoint
CREATE INDEX "links_by_holders_email" ON "registration_links" USING btree ("workspace_id",(lower(holder_email) collate "C")) WHERE holder_email is not null;--> statement-breakpoint
CREATE INDEX "registrations_by_email" ON "registrations" USING btree ("workspace_id",(lower(notice_email) collate "C")) WHERE notice_email is not null;--> statement-breakpoint
CREATE INDEX "entries_by_email" ON "entries" USING btree ("workspace_id",(lower(doc #>> '{emails,0,addr}') collate "C")) WHERE doc ? 'emails';--> statement-breakpoint
CREATE INDEX "entries_by_words" ON "entries" USING gin ((regexp_replace(search::text, '''([^'']+)''', '''' || right(workspace_id::text, 6) || left(folder, 1) || '\1''', 'g')::tsvector));