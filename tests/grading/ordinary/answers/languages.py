import numpy as np

# 注意力：先缩放，再 softmax。 Сначала делим, затем маска. 🎉
π, größe = np.pi, "große Größe"
print("готово ✅ 完成 🧠", π, größe)


def 归一化(分数):
    """每一行的和为一。"""
    幂 = np.exp(分数 - 分数.max(axis=1, keepdims=True))
    return 幂 / 幂.sum(axis=1, keepdims=True)


def attention(запрос, ключ, значение, маска=None):
    оценки = запрос @ ключ.T / np.sqrt(запрос.shape[1])
    if маска is not None:
        оценки = np.where(маска, оценки, -np.inf)
    return 归一化(оценки) @ значение
