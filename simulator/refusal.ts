/** A refusal by the authority, in its own words, to a person or a script. */
export class Refusal extends Error {
  readonly status: number;

  constructor(message: string, status = 422) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}
