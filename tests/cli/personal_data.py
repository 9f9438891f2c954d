# personal_data.py - shared by the tests of sanitizing: searching files for what must not be in them
#
# SPDX-License-Identifier: GPL-2.0-or-later

import re


def search(files, secrets):
    """Returns which of the secrets is in a name or in the bytes of files, or None.

    In UTF-8 a secret counts as a whole word; in UTF-16, anywhere."""
    for name, data in files.items():
        for secret in secrets:
            for code in ('utf-8', 'utf-16-le', 'utf-16-be'):
                plain = re.escape(secret.encode(code))
                if code == 'utf-8':
                    plain = rb'(?<![0-9A-Za-z_])' + plain + rb'(?![0-9A-Za-z_])'
                if re.search(plain, name.encode()) or re.search(plain, data):
                    return f'{secret} in {name}'
    return None
