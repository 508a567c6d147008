<?php

declare(strict_types=1);

namespace Alta;

/** Requests with retries, by PHP's own streams: no extension is needed but openssl for https. */
abstract class Transport
{
    /** If the service asks for a longer wait, its answer is given to the caller. */
    private const LONGEST_WAIT_SECONDS = 60.0;
    private const FIRST_WAIT_SECONDS = 0.5;
    private const LONGEST_BACKOFF_SECONDS = 8.0;

    private readonly string $origin;
    private readonly string $key;

    /**
     * @param ?string $url address of Alta, such as `https://alta.example.com`
     * @param ?string $key an API key of a workspace
     * @param int $retries of each call; 0 for none
     * @param float $timeoutSeconds how long an attempt waits for the server
     */
    public function __construct(
        string|false|null $url,
        #[\SensitiveParameter] string|false|null $key,
        private readonly int $retries = 3,
        private readonly float $timeoutSeconds = 30.0,
    ) {
        if (!$url || !$key) {
            throw new \InvalidArgumentException('Alta needs ' . ($url ? 'a key.' : 'a url.'));
        }
        if (!preg_match('#^https?://#i', $url)) {
            throw new \InvalidArgumentException('The url of Alta must begin with https:// or http://.');
        }
        $key = trim($key);
        if (!preg_match('/^[!-~]+$/D', $key)) {
            throw new \InvalidArgumentException('The key of Alta must be one line of ASCII, without spaces.');
        }
        $this->origin = preg_replace('#(/api)?/*$#', '', $url);
        $this->key = $key;
    }

    /** Keeps the key out of dumps. */
    public function __debugInfo(): array
    {
        return ['origin' => $this->origin];
    }

    /** The path with its `{…}` replaced by the ids. */
    protected static function path(string $template, string ...$ids): string
    {
        return preg_replace_callback('/\{\w+\}/', function () use (&$ids): string {
            $id = array_shift($ids);
            if (in_array($id, ['', '.', '..'], true)) {
                throw new \InvalidArgumentException("\"$id\" is not an id.");
            }
            return rawurlencode($id);
        }, $template);
    }

    protected function list(string $path, array $query): Pages
    {
        return new Pages(
            fn (?string $cursor) => $this->call('GET', $path, query: [...$query, 'cursor' => $cursor]),
            $query['cursor'] ?? null,
        );
    }

    protected function call(
        string $method,
        string $path,
        array $query = [],
        array|string|null $body = null,
        string $contentType = 'application/json',
        ?string $idempotencyKey = null,
        bool $raw = false,
    ): mixed {
        $given = array_map(
            fn ($value) => is_bool($value) ? json_encode($value) : $value,
            array_filter($query, fn ($value) => $value !== null),
        );
        $url = $this->origin . $path . ($given ? '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986) : '');
        $headers = [
            'Authorization' => "Bearer $this->key",
            'Accept' => $raw ? '*/*' : 'application/json',
            'User-Agent' => 'alta-ar-php/' . static::VERSION,
            'Connection' => 'close',
        ];
        if ($body !== null) {
            $headers['Content-Type'] = $contentType;
        }
        if ($method === 'POST') {
            // The same in all attempts, so nothing is created twice.
            $headers['Idempotency-Key'] = $idempotencyKey ?? bin2hex(random_bytes(16));
        }
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION;
        // An empty array is an object here: no body of the API is a list without items.
        $content = is_array($body) ? json_encode($body ?: new \stdClass(), $flags) : $body;
        $answer = $this->persistently($method, $url, $headers, $content);
        if ($answer->status < 200 || $answer->status > 299) {
            throw AltaError::ofAnswer($answer);
        }
        if ($raw) {
            return $answer->body;
        }
        if ($answer->body === '') {
            return null;
        }
        $parsed = json_decode($answer->body, true);
        return is_array($parsed) ? $parsed : throw AltaError::ofAnswer($answer);
    }

    /**
     * Retries what is safe to repeat: after a lost connection, a timeout, 429 and 5xx. A PATCH may have been applied
     * although its answer was lost, so it is retried only if it was refused unread (429).
     */
    private function persistently(
        string $method,
        string $url,
        #[\SensitiveParameter] array $headers,
        ?string $content,
    ): Answer {
        for ($attempt = 0;; $attempt++) {
            [$answer, $failure] = [null, null];
            try {
                $answer = $this->once($method, $url, $headers, $content);
            } catch (AltaError $error) {
                $failure = $error;
            }
            $mayRetry = $attempt < $this->retries && ($method !== 'PATCH' || $answer?->status === 429);
            $wait = $mayRetry ? self::waitSeconds($attempt, $answer) : null;
            if ($wait === null) {
                return $answer ?? throw $failure;
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** @param array<string, string> $headers with the key, which the traces of errors must not contain */
    private function once(
        string $method,
        string $url,
        #[\SensitiveParameter] array $headers,
        ?string $content,
    ): Answer {
        $lines = [];
        foreach ($headers as $name => $value) {
            if (preg_match('/[\r\n\0]/', $value)) {
                throw new \InvalidArgumentException("The header $name must be one line.");
            }
            $lines[] = "$name: $value";
        }
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => $lines,
            'content' => $content ?? '',
            'protocol_version' => 1.1,
            'ignore_errors' => true,
            // The API never redirects. A server that does must not receive the key again.
            'follow_location' => 0,
            'timeout' => $this->timeoutSeconds,
        ]]);
        error_clear_last();
        $begun = microtime(true);
        $stream = @fopen($url, 'r', false, $context);
        $body = $stream ? @stream_get_contents($stream) : false;
        $meta = $stream ? stream_get_meta_data($stream) : [];
        if ($stream) {
            fclose($stream);
        }
        $isLate = ($meta['timed_out'] ?? false) || microtime(true) - $begun >= $this->timeoutSeconds;
        [$status, $received] = self::headersOf($meta['wrapper_data'] ?? []);
        $expected = $received['content-length'] ?? null;
        $isWhole = is_string($body) && ($expected === null || strlen($body) >= (int) $expected);
        if ($status !== 0 && $isWhole && !($meta['timed_out'] ?? false)) {
            return new Answer($status, $received, $body);
        }
        if ($isLate) {
            throw new AltaError('timeout', 'Alta did not answer in time.');
        }
        $why = preg_replace('/^\w+\(.*?\): /', '', error_get_last()['message'] ?? 'the connection was lost');
        throw new AltaError('network', "Alta cannot be reached: $why.");
    }

    /**
     * @param list<string> $lines
     * @return array{int, array<string, string>} status, and headers by their names in lower case
     */
    private static function headersOf(array $lines): array
    {
        [$status, $headers] = [0, []];
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ (\d{3})#', $line, $parts)) {
                [$status, $headers] = [(int) $parts[1], []];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return [$status, $headers];
    }

    /** Null: no retry. */
    private static function waitSeconds(int $attempt, ?Answer $answer): ?float
    {
        if ($answer && $answer->status < 500 && !in_array($answer->status, [408, 429], true)) {
            return null;
        }
        // Random, so that clients hit by the same outage do not all retry at the same moment.
        $random = random_int(0, 1000) / 1000;
        $backoff = min(self::LONGEST_BACKOFF_SECONDS, self::FIRST_WAIT_SECONDS * 2 ** $attempt) * (0.5 + $random / 2);
        $requested = $answer?->retryAfterSeconds();
        if ($requested === null) {
            return $backoff;
        }
        return $requested <= self::LONGEST_WAIT_SECONDS ? $requested + self::FIRST_WAIT_SECONDS * $random : null;
    }
}
