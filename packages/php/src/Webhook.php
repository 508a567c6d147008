<?php

declare(strict_types=1);

namespace Alta;

/** Checks that messages and returns come from Alta (Standard Webhooks). */
final class Webhook
{
    private const FIVE_MINUTES_SECONDS = 300;

    /**
     * The message of a request from Alta.
     *
     * @param string $payload the body as received, `file_get_contents('php://input')`: parsing and serialising
     *     changes it
     * @param array<string, string|list<string>> $headers `getallheaders()`, `$_SERVER`, or those of PSR-7
     * @param string|list<string> $secret `whsec_…`; during a rotation, both
     * @return array<string, mixed>
     * @throws AltaError `unauthorised` if it is not from Alta, or its time is more than five minutes off
     */
    public static function verify(
        string $payload,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        ?int $now = null,
    ): array {
        $given = [];
        foreach ($headers as $name => $value) {
            $name = preg_replace('/^http-/', '', str_replace('_', '-', strtolower((string) $name)));
            $given[$name] = is_array($value) ? implode(' ', $value) : (string) $value;
        }
        self::verifySignature(
            'message',
            (array) $secret,
            null,
            $given['webhook-id'] ?? '',
            $given['webhook-timestamp'] ?? '',
            $given['webhook-signature'] ?? '',
            $payload,
            $now,
        );
        return json_decode($payload, true, flags: JSON_THROW_ON_ERROR);
    }

    /**
     * Entry and status of a supplier who came back to your `return_url`. Compare `entry_id` with the user who is
     * logged in.
     *
     * @param string $address what the browser requested, whole or from its path on: `$_SERVER['REQUEST_URI']`
     * @param string|list<string> $secret
     * @return array{entry_id: string, status: string}
     * @throws AltaError `unauthorised` like `verify`
     */
    public static function verifyReturn(
        string $address,
        #[\SensitiveParameter] string|array $secret,
        ?int $now = null,
    ): array {
        parse_str((string) parse_url($address, PHP_URL_QUERY), $query);
        [$id, $status, $timestamp, $signatures] = array_map(
            fn (string $name) => is_string($query[$name] ?? null) ? $query[$name] : '',
            ['silo_entry_id', 'status', 'timestamp', 'signature'],
        );
        $body = (string) json_encode($status, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        self::verifySignature('address', (array) $secret, 'return_url', $id, $timestamp, $signatures, $body, $now);
        return ['entry_id' => $id, 'status' => $status];
    }

    private static function verifySignature(
        string $subject,
        #[\SensitiveParameter] array $secrets,
        ?string $purpose,
        string $id,
        string $timestamp,
        string $signatures,
        string $body,
        ?int $now,
    ): void {
        $refused = fn (string $why) => new AltaError('unauthorised', "The $subject is not from Alta: $why.");
        $seconds = preg_match('/^\d{1,12}$/D', $timestamp) ? (int) $timestamp : null;
        if ($seconds === null || abs(($now ?? time()) - $seconds) > self::FIVE_MINUTES_SECONDS) {
            throw $refused('its time is missing, or is more than five minutes off');
        }
        if ($signatures === '') {
            throw $refused('it has no signature');
        }
        foreach ($secrets as $secret) {
            $isSecret = is_string($secret) && str_starts_with($secret, 'whsec_');
            $key = $isSecret ? base64_decode(substr($secret, strlen('whsec_')), true) : false;
            if (!$key) {
                throw new \InvalidArgumentException('A webhook secret must be `whsec_` followed by base64.');
            }
            if ($purpose !== null) {
                $key = hash_hmac('sha256', $purpose, $key, true);
            }
            $expected = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
            foreach (explode(' ', $signatures) as $part) {
                $given = str_starts_with($part, 'v1,') ? base64_decode(substr($part, 3), true) : false;
                if ($given && hash_equals($expected, $given)) {
                    return;
                }
            }
        }
        throw $refused('none of the given secrets made its signature');
    }
}
