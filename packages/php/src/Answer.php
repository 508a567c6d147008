<?php

declare(strict_types=1);

namespace Alta;

/** @internal The answer to one request. */
final class Answer
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** `Retry-After` in seconds, or as a date. */
    public function retryAfterSeconds(): ?float
    {
        $header = $this->header('retry-after');
        if ($header === null) {
            return null;
        }
        if (ctype_digit($header)) {
            return (float) $header;
        }
        $instant = strtotime($header);
        return $instant === false ? null : max(0.0, (float) ($instant - time()));
    }
}
