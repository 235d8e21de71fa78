"""Ed25519 signatures (RFC 8032), verification only, on plain integers.

The standard library of Python has no signatures, and a verifier that needs a package of others has
to trust it. This is slow and short. A signature is checked with public values alone, so it does not
matter that the time it takes depends on them.
"""

import functools
import hashlib

# The field that coordinates are of, and the order of the base point: RFC 8032, section 5.1.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493

# The d of the curve -x^2 + y^2 = 1 + d x^2 y^2, and a square root of -1.
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)

# A point (x, y) is kept as (X, Y, Z, T) with x = X / Z, y = Y / Z and x y = T / Z: section 5.1.4.
NEUTRAL = (0, 1, 1, 0)


def add_points(one, other):
    """The sum of two points, equal ones too: section 5.1.4."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply_point(factor, point):
    """The point added to itself so many times, by doubling."""
    product = NEUTRAL
    while factor:
        if factor & 1:
            product = add_points(product, point)
        point = add_points(point, point)
        factor >>= 1
    return product


def decode_point(data):
    """The point of 32 bytes, or None where they are of none: section 5.1.3."""
    sign, y = divmod(int.from_bytes(data, 'little'), 2**255)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - square) % P:
        return None
    if x == 0 and sign:
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def are_equal(one, other):
    """Whether two points are the same, whatever their Z."""
    return all((one[i] * other[2] - other[i] * one[2]) % P == 0 for i in (0, 1))


# The newest checkpoint is the last kept one too, and a witness has those of the history again.
@functools.lru_cache(4096)
def verify_signature(public_key, message, signature):
    """Whether S B = R + k A, for a key of 32 bytes and a signature of 64: section 5.1.7."""
    a = decode_point(public_key)
    r = decode_point(signature[:32])
    s = int.from_bytes(signature[32:], 'little')
    # An S beyond the order would be a second signature of the same text.
    if a is None or r is None or s >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, 'little') % L
    return are_equal(multiply_point(s, BASE), add_points(r, multiply_point(k, a)))
