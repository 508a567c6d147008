import encodeQr from 'qr';

/** A QR code with its quiet zone: width in modules, and an SVG path with a rectangle per row of dark modules. */
export interface QrDrawing {
  size: number;
  path: string;
}

export function drawQr(value: string): QrDrawing {
  const rows = encodeQr(value, 'raw', { ecc: 'medium', border: 3 });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`;
    }
  });
  return { size: rows.length, path };
}
