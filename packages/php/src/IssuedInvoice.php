<?php

declare(strict_types=1);

namespace Alta;

final class IssuedInvoice
{
    public readonly string $entryId;
    /** Point of sale, as in the document. */
    public readonly string $series;
    /** Number given by ARCA. */
    public readonly string $number;
    public readonly string $cae;
    /** A date, such as `2026-12-01`. */
    public readonly string $caeExpiry;
    /** Content of the QR code. */
    public readonly string $qrUrl;
    /** In the invoice's currency, such as `1210.00`. */
    public readonly string $payable;
    /** The document as issued. */
    public readonly array $document;
    /** Data required in the PDF that it lacks, such as `gross-income`. Empty if it is complete. */
    public readonly array $paperGaps;
    private readonly ?string $pdfId;

    /** @internal */
    public function __construct(private readonly Client $alta, array $entry)
    {
        $document = $entry['data']['doc'];
        $this->entryId = $entry['id'];
        $this->series = $document['series'];
        $this->number = $document['code'];
        $this->cae = self::stamp($entry, 'arca-cae') ?? '';
        $this->caeExpiry = self::stamp($entry, 'arca-cae-expiry') ?? '';
        $this->qrUrl = self::stamp($entry, 'arca-qr') ?? '';
        $this->payable = $document['totals']['payable'];
        $this->document = $document;
        $this->paperGaps = $entry['paper_gaps'] ?? [];
        $this->pdfId = self::pdfOf($entry);
    }

    /** The bytes of its PDF. */
    public function pdf(): string
    {
        if ($this->pdfId === null) {
            throw new AltaError('not-found', 'The workflow makes no PDF: add the step `pdf` to it.');
        }
        return $this->alta->fetchFileContent($this->entryId, $this->pdfId);
    }

    /** @internal */
    public static function isIssued(array $entry): bool
    {
        return self::stamp($entry, 'arca-cae') !== null && self::pdfOf($entry) !== null;
    }

    private static function pdfOf(array $entry): ?string
    {
        foreach ($entry['attachments'] as $file) {
            if (($file['key'] ?? '') === 'pdf') {
                return $file['id'];
            }
        }
        return null;
    }

    private static function stamp(array $entry, string $name): ?string
    {
        foreach ($entry['data']['head']['stamps'] ?? [] as $stamp) {
            if ($stamp['prv'] === $name) {
                return $stamp['val'];
            }
        }
        return null;
    }
}
